package org.diamondhpc.site.ssh;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.ssh.Channels.Opened;

/** One account's session: each call takes the connections that are in force just then. */
final class SshSiteSession implements SiteSession {
    private final AccountId account;
    private final Supplier<AccountLink> link;
    private final SecureRandom random = new SecureRandom();
    private volatile String home;

    /** @param link throws where the profile no longer knows the account */
    SshSiteSession(AccountId account, Supplier<AccountLink> link) {
        this.account = account;
        this.link = link;
    }

    @Override
    public AccountId account() {
        return account;
    }

    @Override
    public CommandResult run(RemoteCommand command) {
        AccountLink current = link.get();
        CommandFrame frame = frame();
        CappedOutput stdout = new CappedOutput(command.outputCap());
        Execution execution = new Execution(command, frame, stdout);
        execution.started(current.channels().exec(command.timeout(), channel -> {
            channel.setOut(execution.out());
            channel.setErr(execution.err());
        }), current.timer());
        execution.send(frame.request(current.prologue(), command.program(), command.args()), command.stdin());
        execution.await();
        CommandResult result = execution.result(stdout.bytes(), stdout.truncated());
        current.healthy();
        return result;
    }

    @Override
    public RemoteStream open(RemoteCommand command) {
        AccountLink current = link.get();
        CommandFrame frame = frame();
        Intake intake = new Intake();
        Execution execution = new Execution(command, frame, intake);
        Opened<HeldChannel> opened = current.channels().held(command.timeout(), execution, intake);
        execution.started(opened, current.timer());
        SshStream stream = new SshStream(execution, opened.channel(), intake);
        execution.begin(frame.request(current.prologue(), command.program(), command.args()));
        return stream;
    }

    private CommandFrame frame() {
        byte[] word = new byte[16];
        random.nextBytes(word);
        return new CommandFrame(HexFormat.of().formatHex(word));
    }

    @Override
    public RemoteFiles files() {
        return new SftpRemoteFiles(() -> link.get().sftp(), this);
    }

    @Override
    public Follow follow(String path, long fromByte, LineListener listener) {
        RemoteStream stream = open(SshFollow.command(path, fromByte));
        SshFollow follow = new SshFollow(stream, fromByte, listener);
        follow.start(account.toString());
        return follow;
    }

    @Override
    public String home() {
        if (home == null) {
            home = run(RemoteCommand.of("printf %s \"$HOME\"")).orThrow("the home folder").out();
        }
        return home;
    }

    @Override
    public SiteHealth health() {
        return link.get().health();
    }
}
