/**
 * ⑤ monitor-svc watches jobs: one followed hint file and one composite tick a site account, whatever the number of
 * jobs. {@code intake} takes submitted jobs in, {@code domain} decides what an observation means (pure),
 * {@code work} looks at sites.
 */
package org.diamondhpc.monitor;
