/** The registry of applications, kept by discovery-svc, which judges places by it. */
package org.diamondhpc.gateway.application;
