package org.diamondhpc.site.ssh;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.SshAgentFactory;
import org.apache.sshd.agent.SshAgentServer;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * An ssh-agent behind a Unix domain socket (draft-miller-ssh-agent, framing in section 3). Mina's own client needs the
 * native APR library; the JDK has such sockets itself since 16.
 */
final class AgentClient extends AbstractAgentProxy {
    private static final int LONGEST_ANSWER = 256 << 10;

    private final SocketChannel socket;

    private AgentClient(SocketChannel socket) {
        super(null);
        this.socket = socket;
    }

    static SshAgentFactory factory(Path path) {
        return new SshAgentFactory() {
            @Override
            public List<ChannelFactory> getChannelForwardingFactories(FactoryManager manager) {
                return List.of();
            }

            @Override
            public SshAgent createClient(Session session, FactoryManager manager) throws IOException {
                SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
                try {
                    socket.connect(UnixDomainSocketAddress.of(path));
                } catch (IOException e) {
                    socket.close();
                    throw e;
                }
                return new AgentClient(socket);
            }

            @Override
            public SshAgentServer createServer(ConnectionService service) {
                throw new UnsupportedOperationException("agents are never forwarded to a site");
            }
        };
    }

    @Override
    protected synchronized Buffer request(Buffer request) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(request.array(), request.rpos(), request.available());
        while (out.hasRemaining()) {
            socket.write(out);
        }
        int length = read(Integer.BYTES).getInt();
        if (length < 1 || length > LONGEST_ANSWER) {
            throw new IOException("the agent's answer has an impossible length");
        }
        return new ByteArrayBuffer(read(length).array());
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(length);
        while (in.hasRemaining()) {
            if (socket.read(in) < 0) {
                throw new EOFException("the agent closed its socket");
            }
        }
        return in.flip();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
