/**
 * What an agent asks for: {@link org.diamondhpc.schemas.spec.TaskSpec} in the terms of PSI/J and GA4GH TES, and its reader,
 * which finds all errors at once.
 */
package org.diamondhpc.schemas.spec;
