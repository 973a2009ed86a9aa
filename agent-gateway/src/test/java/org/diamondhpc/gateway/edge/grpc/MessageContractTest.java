package org.diamondhpc.gateway.edge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.api.gateway.v1.Digest;
import org.diamondhpc.api.gateway.v1.JournalEntry;
import org.diamondhpc.api.gateway.v1.LoginPrompts;
import org.diamondhpc.api.gateway.v1.Note;
import org.diamondhpc.api.gateway.v1.Plan;
import org.diamondhpc.api.gateway.v1.Session;
import org.diamondhpc.api.gateway.v1.Site;
import org.diamondhpc.api.gateway.v1.SiteListing;
import org.diamondhpc.api.gateway.v1.SiteSnapshot;
import org.diamondhpc.api.gateway.v1.Skill;
import org.diamondhpc.api.gateway.v1.Task;
import org.diamondhpc.api.gateway.v1.TaskSpec;
import org.diamondhpc.api.gateway.v1.TaskSummary;
import org.diamondhpc.api.gateway.v1.Transfer;
import org.diamondhpc.api.gateway.v1.Turn;
import org.diamondhpc.api.gateway.v1.TurnStep;
import org.diamondhpc.api.gateway.v1.Wait;
import org.diamondhpc.api.gateway.v1.Wake;
import org.diamondhpc.api.gateway.v1.Workspace;
import org.diamondhpc.api.gateway.v1.WorkspaceFile;
import org.diamondhpc.gateway.agent.TurnView;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.site.domain.SiteSummary;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.gateway.wake.WaitView;
import org.diamondhpc.gateway.wake.WakeView;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.Notes;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.Id;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Walltime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages and records are one contract: every field of one is a field of the other, of the same sense. */
class MessageContractTest {
    private static final Set<Class<?>> TEXTS = Set.of(String.class, MemorySize.class, Reason.class);

    /** A record and its message. */
    record Pair(Class<? extends Record> record, Message form) {
        @Override
        public String toString() {
            return record.getSimpleName() + " and " + form.getDescriptorForType().getName();
        }
    }

    static Stream<Pair> pairs() {
        return Stream.of(new Pair(TaskView.class, Task.getDefaultInstance()),
                new Pair(org.diamondhpc.gateway.task.TaskSummary.class, TaskSummary.getDefaultInstance()),
                new Pair(org.diamondhpc.schemas.spec.TaskSpec.class, TaskSpec.getDefaultInstance()),
                new Pair(SiteReply.Plan.class, Plan.getDefaultInstance()),
                new Pair(SiteSummary.class, Site.getDefaultInstance()),
                new Pair(org.diamondhpc.schemas.site.SiteSnapshot.class, SiteSnapshot.getDefaultInstance()),
                new Pair(SiteReply.Listing.class, SiteListing.getDefaultInstance()),
                new Pair(SiteReply.Prompts.class, LoginPrompts.getDefaultInstance()),
                new Pair(TransferView.class, Transfer.getDefaultInstance()),
                new Pair(Catalogue.WorkspaceSummary.class, Workspace.getDefaultInstance()),
                new Pair(org.diamondhpc.gateway.workspace.WorkspaceFile.class, WorkspaceFile.getDefaultInstance()),
                new Pair(Notes.Note.class, Note.getDefaultInstance()),
                new Pair(SessionView.class, Session.getDefaultInstance()),
                new Pair(WaitView.class, Wait.getDefaultInstance()),
                new Pair(WakeView.class, Wake.getDefaultInstance()),
                new Pair(org.diamondhpc.gateway.wake.domain.Digest.class, Digest.getDefaultInstance()),
                new Pair(org.diamondhpc.gateway.audit.JournalEntry.class, JournalEntry.getDefaultInstance()),
                new Pair(TurnView.class, Turn.getDefaultInstance()),
                new Pair(org.diamondhpc.gateway.agent.TurnStep.class, TurnStep.getDefaultInstance()),
                new Pair(org.diamondhpc.gateway.skill.Skill.class, Skill.getDefaultInstance()));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyFieldOfOneIsAFieldOfTheOther(Pair pair) {
        assertSame(pair.record(), pair.form().getDescriptorForType(), new HashSet<>());
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aRecordComesBackFromItsMessageAsItWas(Pair pair) throws Exception {
        JsonNode before = Messages.tree(Filled.record(pair.record()));

        Message message = Messages.of(before, pair.form());

        JsonNode after = DiamondJson.json().readTree(Trees.of(message).toString());
        assertThat(kindless(after)).isEqualTo(kindless(before));
    }

    /** Answers of sites say of which kind they are; a message is of one kind. */
    private static JsonNode kindless(JsonNode tree) {
        return tree.isObject() ? ((com.fasterxml.jackson.databind.node.ObjectNode) tree).without("kind") : tree;
    }

    private static void assertSame(Class<?> record, Descriptor message, Set<Class<?>> seen) {
        if (!seen.add(record)) {
            return;
        }
        List<String> components = Arrays.stream(record.getRecordComponents()).map(RecordComponent::getName).toList();
        assertThat(message.getFields()).as(record + " and " + message.getFullName())
                .extracting(FieldDescriptor::getJsonName).containsExactlyInAnyOrderElementsOf(components);
        for (RecordComponent component : record.getRecordComponents()) {
            FieldDescriptor field = message.getFields().stream()
                    .filter(f -> f.getJsonName().equals(component.getName())).findFirst().orElseThrow();
            assertField(component, field, seen);
        }
    }

    private static void assertField(RecordComponent component, FieldDescriptor field, Set<Class<?>> seen) {
        String where = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
        if (component.getAccessor().isAnnotationPresent(JsonRawValue.class)) {
            assertThat(field.getJavaType()).as(where).isEqualTo(FieldDescriptor.JavaType.MESSAGE);
        } else if (component.getGenericType() instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            boolean map = generic.getRawType() == Map.class;
            assertThat(field.isMapField()).as(where).isEqualTo(map);
            assertThat(field.isRepeated()).as(where).isTrue();
            assertValue((Class<?>) of[of.length - 1], map ? field.getMessageType().findFieldByName("value") : field,
                    where, seen);
        } else {
            assertThat(field.isRepeated()).as(where).isFalse();
            Class<?> type = component.getType();
            if (type == Integer.class || type == Long.class || type == Boolean.class || type == Double.class) {
                assertThat(field.hasPresence()).as(where + " may be absent").isTrue();
            }
            assertValue(type, field, where, seen);
        }
    }

    private static void assertValue(Class<?> type, FieldDescriptor field, String where, Set<Class<?>> seen) {
        FieldDescriptor.JavaType java = field.getJavaType();
        if (TEXTS.contains(type) || Id.class.isAssignableFrom(type)) {
            assertThat(java).as(where).isEqualTo(FieldDescriptor.JavaType.STRING);
        } else if (type == int.class || type == Integer.class) {
            assertThat(java).as(where).isEqualTo(FieldDescriptor.JavaType.INT);
        } else if (type == long.class || type == Long.class) {
            assertThat(java).as(where).isEqualTo(FieldDescriptor.JavaType.LONG);
        } else if (type == Double.class || type == double.class || type == BigDecimal.class) {
            assertThat(java).as(where).isEqualTo(FieldDescriptor.JavaType.DOUBLE);
        } else if (type == boolean.class || type == Boolean.class) {
            assertThat(java).as(where).isEqualTo(FieldDescriptor.JavaType.BOOLEAN);
        } else if (type.isEnum()) {
            assertWords(type, field, where);
        } else if (type == Instant.class) {
            assertThat(field.getMessageType().getFullName()).as(where).isEqualTo("google.protobuf.Timestamp");
        } else if (type == Duration.class || type == Walltime.class) {
            assertThat(field.getMessageType().getFullName()).as(where).isEqualTo("google.protobuf.Duration");
        } else if (JsonNode.class.isAssignableFrom(type)) {
            assertThat(field.getMessageType().getFullName()).as(where).isIn("google.protobuf.Struct",
                    "google.protobuf.Value");
        } else {
            assertThat(type.isRecord()).as(where + " is of a known kind").isTrue();
            assertSame(type, field.getMessageType(), seen);
        }
    }

    private static void assertWords(Class<?> type, FieldDescriptor field, String where) {
        String prefix = Messages.prefix(field.getEnumType());
        List<String> words = Stream.concat(Stream.of("UNSPECIFIED"),
                Arrays.stream(type.getEnumConstants()).map(c -> ((Enum<?>) c).name())).map(w -> prefix + w).toList();
        assertThat(field.getEnumType().getValues()).as(where).extracting(EnumValueDescriptor::getName)
                .containsExactlyInAnyOrderElementsOf(words);
    }
}
