/**
 * Sites over SSH, on Apache Mina SSHD: kept connections within a budget a site account, pinned host keys, every way to
 * log in, jump hosts, keep-alive, breaker. {@link org.diamondhpc.site.ssh.SshSiteSessions} is the face. A command goes
 * out as one constant exec string, which reads the real program from stdin; its output comes back between random
 * markers, so that neither a login shell, a banner nor a cut connection can pass for an answer.
 */
package org.diamondhpc.site.ssh;
