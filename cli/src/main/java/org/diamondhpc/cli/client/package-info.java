/**
 * A client of Diamond's public REST API, for the command line, the benchmarks and the end-to-end tests.
 * {@link org.diamondhpc.cli.client.DiamondClient} is the face. Answers are kept as the JSON the gateway sent, with
 * typed accessors, so that nothing a newer gateway says is lost. What may be repeated is repeated by itself while the
 * gateway is away; a request that must happen once carries an {@link org.diamondhpc.cli.client.Intent}.
 */
package org.diamondhpc.cli.client;
