package org.diamondhpc.cli;

import picocli.CommandLine.IVersionProvider;

/** The version, from the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"diamond " + text()};
    }

    static String text() {
        String version = Diamond.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }
}
