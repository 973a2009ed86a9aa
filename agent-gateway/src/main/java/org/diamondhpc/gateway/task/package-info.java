/**
 * Tasks: ① they are asked for, cancelled and tried again through {@link org.diamondhpc.gateway.task.Tasks}; what the
 * other services say of them is folded in by {@link org.diamondhpc.gateway.task.TaskProgress}, which also decides the
 * end ⑥ and lets go the tasks that waited for it.
 */
package org.diamondhpc.gateway.task;
