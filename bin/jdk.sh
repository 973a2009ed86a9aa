# Finding a JDK of at least 21: JAVA_HOME if it will do, else the newest in the usual folders.
# shellcheck shell=bash

JDK_LEAST=21

# The feature version of the JDK in a folder, from its release file (no JVM is started); fails where there is none.
jdk_version() {
  local version
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  version=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release")
  [ -n "$version" ] && printf '%s\n' "$version"
}

jdk_places() {
  local java
  printf '%s\n' /usr/lib/jvm/* /usr/java/* /opt/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
  if java=$(command -v javac); then
    dirname "$(dirname "$(readlink -f "$java")")"
  fi
}

jdk_find() {
  local version best='' newest=0 place
  if version=$(jdk_version "${JAVA_HOME:-/nowhere}") && [ "$version" -ge $JDK_LEAST ]; then
    printf '%s\n' "$JAVA_HOME"
    return
  fi
  while IFS= read -r place; do
    if version=$(jdk_version "$place") && [ "$version" -ge $JDK_LEAST ] && [ "$version" -gt "$newest" ]; then
      newest=$version
      best=$place
    fi
  done < <(jdk_places)
  [ -n "$best" ] && printf '%s\n' "$best"
}

# Sets and exports JAVA_HOME, or says what to install.
need_jdk() {
  local found
  if ! found=$(jdk_find); then
    unavailable "a JDK of at least $JDK_LEAST is needed and none was found (JAVA_HOME is ${JAVA_HOME:-not set}).
  Debian 13, Ubuntu 24.04:  apt-get install openjdk-21-jdk-headless
  Fedora, RHEL:             dnf install java-21-openjdk-devel
  macOS:                    brew install openjdk@21
  elsewhere:                unpack Eclipse Temurin (adoptium.net) and set JAVA_HOME to its folder"
  fi
  export JAVA_HOME=$found
}
