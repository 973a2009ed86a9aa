/**
 * Grid Engine: Son of Grid Engine 8.1 as Debian has it, and its relatives (Sun's 6.2, Univa's and Altair's 8) as far as
 * their outputs are the same. The queue is read as XML, ended jobs from {@code qacct}, whose file is some seconds late
 * and knows nothing of jobs that never began. The attempt's token is the job's accounting string and in its context.
 */
package org.diamondhpc.site.scheduler.gridengine;
