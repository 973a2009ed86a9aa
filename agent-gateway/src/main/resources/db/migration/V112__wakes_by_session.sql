-- What other replicas wrote is looked for by the sessions that are waited for here.
DROP INDEX wake_issued;
