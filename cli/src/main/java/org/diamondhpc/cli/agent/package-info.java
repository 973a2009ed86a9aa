/** The command {@code agent}: a goal in words, worked on by the agent that the gateway hosts. */
package org.diamondhpc.cli.agent;
