package org.diamondhpc.transfer.domain;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * What one look at an attempt's directory after its end saw.
 *
 * @param streams stdout and stderr, of each element for arrays
 * @param outputs files of the working directory that a glob may mean
 * @param doubts what could not be believed or read, in words
 */
public record Found(List<FoundFile> streams, List<FoundFile> outputs, List<String> doubts) {
    public Found {
        streams = Absent.list(streams);
        outputs = Absent.list(outputs);
        doubts = Absent.list(doubts);
    }
}
