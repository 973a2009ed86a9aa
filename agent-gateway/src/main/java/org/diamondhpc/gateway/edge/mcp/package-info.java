/**
 * The Model Context Protocol at {@code /mcp}: skills as tools, sites, tasks and sessions as resources, common jobs as
 * prompts. Two lanes on one address: clients with a session (revisions up to 2025-11-25) are served by Quarkus's MCP
 * server, which {@link org.diamondhpc.gateway.edge.mcp.SessionLane} fills; clients of revision 2026-07-28, which has no
 * sessions, by {@link org.diamondhpc.gateway.edge.mcp.StatelessLane}. Both offer the same, from the same classes.
 */
package org.diamondhpc.gateway.edge.mcp;
