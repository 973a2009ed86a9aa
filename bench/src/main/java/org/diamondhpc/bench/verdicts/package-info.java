/** {@code diamond bench verdicts}: many sites and many requests, every verdict checked by a judge that shares no code. */
package org.diamondhpc.bench.verdicts;
