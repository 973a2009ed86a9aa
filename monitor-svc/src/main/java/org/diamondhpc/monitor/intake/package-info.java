/** ⑤ Takes {@code JobSubmitted} from the task topic under watch. */
package org.diamondhpc.monitor.intake;
