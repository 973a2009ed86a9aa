-- What looks at sites taught of their jobs, the latest last. Read from the end on; old ones are pruned.
CREATE TABLE lesson (
    seq       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    site      text        NOT NULL,
    kind      text        NOT NULL CHECK (kind IN ('RAN', 'WAITED', 'ENTERED')),
    partition text,
    owner     text,
    limit_sec bigint,
    value     bigint      NOT NULL,
    at        timestamptz NOT NULL
);
CREATE INDEX lesson_at ON lesson USING brin (at);
COMMENT ON COLUMN lesson.value IS 'Seconds that it ran or waited, or the priority it entered with.';
