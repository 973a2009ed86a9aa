/**
 * Effects at sites, worked from the durable work table: staging, collecting, transfers, cleaning, and the answers to
 * file requests. What runs at a site are the constant programs of this package's resource folder; whatever comes from
 * a task, a job or a site reaches them as arguments or stdin. {@link org.diamondhpc.transfer.work.Mover} is the port
 * behind which bytes travel.
 */
package org.diamondhpc.transfer.work;
