package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Singleton;
import org.diamondhpc.gateway.edge.rest.Unavailable;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/**
 * Every failure as google.rpc.Status. It travels in the trailers, of which clients take 8 KiB unless told otherwise, so
 * long texts are cut and violations beyond the room are counted. What nobody foresaw is an {@code INTERNAL_ERROR} whose
 * id leads to the log; nothing of its inside is told.
 */
@Singleton
class Failures {
    static final String DOMAIN = "diamondhpc.org";
    private static final Logger LOG = Logger.getLogger(Failures.class);
    private static final int MAX_DETAIL = 300;
    private static final int MAX_TEXT = 200;
    /** Of the whole, in bytes; in the trailers it is a third more. */
    private static final int MAX_STATUS = 3072;

    private final IdSource ids;

    Failures(IdSource ids) {
        this.ids = ids;
    }

    /** @param request the form of the request that failed, whose fields the violations name */
    StatusRuntimeException of(Throwable e, Descriptor request) {
        if (e instanceof StatusRuntimeException known) {
            return known;
        }
        if (e instanceof DiamondException known && known.reason() != Reason.INTERNAL_ERROR) {
            return status(known.problem(), request);
        }
        String id = ids.request().value();
        if (Unavailable.is(e)) {
            LOG.warnf("Call could not be served now; request=%s cause=%s", id, e.getMessage());
            return status(Problem.of(Reason.INTERNAL_UNAVAILABLE, "a part of Diamond does not answer now"), request);
        }
        LOG.errorf(e, "Call failed; request=%s form=%s", id, request.getName());
        return status(Problem.of(Reason.INTERNAL_ERROR, "request " + id), request);
    }

    static StatusRuntimeException status(Problem problem, Descriptor request) {
        Reason reason = problem.reason();
        Status.Builder status = Status.newBuilder().setCode(GrpcCodes.of(reason).value())
                .setMessage(Cut.to(problem.detail(), MAX_DETAIL));
        ErrorInfo.Builder info = ErrorInfo.newBuilder().setReason(reason.name()).setDomain(DOMAIN)
                .putMetadata("whatToDo", Cut.to(problem.whatToDo(), MAX_DETAIL))
                .putMetadata("outcome", problem.outcome().name());
        BadRequest.Builder bad = BadRequest.newBuilder();
        int room = MAX_STATUS - status.build().getSerializedSize() - info.build().getSerializedSize();
        for (Violation violation : problem.violations()) {
            bad.addFieldViolations(BadRequest.FieldViolation.newBuilder()
                    .setField(Cut.to(FieldPath.of(request, violation.pointer()), MAX_TEXT))
                    .setDescription(Cut.to(violation.message(), MAX_TEXT)));
            if (bad.build().getSerializedSize() > room) {
                bad.removeFieldViolations(bad.getFieldViolationsCount() - 1);
                break;
            }
        }
        int left = problem.violations().size() - bad.getFieldViolationsCount();
        if (left > 0) {
            info.putMetadata("violationsOmitted", Integer.toString(left));
        }
        status.addDetails(Any.pack(info.build()));
        if (bad.getFieldViolationsCount() > 0) {
            status.addDetails(Any.pack(bad.build()));
        }
        long after = GrpcCodes.retryAfter(reason).toSeconds();
        if (after > 0) {
            status.addDetails(Any.pack(RetryInfo.newBuilder()
                    .setRetryDelay(Duration.newBuilder().setSeconds(after)).build()));
        }
        return StatusProto.toStatusRuntimeException(status.build());
    }
}
