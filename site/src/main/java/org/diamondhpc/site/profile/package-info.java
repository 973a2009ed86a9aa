/**
 * What is known and written down of a site: one YAML file each, read with every error at once and read again when it
 * changes. A profile names key files, never holds keys; its prologue is the only sh text it may bring, and that is the
 * operator's own.
 */
package org.diamondhpc.site.profile;
