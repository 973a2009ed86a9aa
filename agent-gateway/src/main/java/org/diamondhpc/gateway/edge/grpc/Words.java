package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.ProtocolMessageEnum;
import java.util.Optional;

/** Words of an enumeration, from the message's to the record's. */
final class Words {
    private Words() {
    }

    /** Empty where it is not said, or not known. */
    static <E extends Enum<E>, P extends Enum<P> & ProtocolMessageEnum> Optional<E> of(P said, Class<E> words) {
        String prefix = Messages.prefix(said.getDescriptorForType());
        for (E word : words.getEnumConstants()) {
            if (said.name().equals(prefix + word.name())) {
                return Optional.of(word);
            }
        }
        return Optional.empty();
    }
}
