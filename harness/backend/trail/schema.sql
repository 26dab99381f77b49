CREATE TABLE IF NOT EXISTS audit (
  id          INTEGER PRIMARY KEY,
  source      TEXT    NOT NULL, -- which backend, such as the case that it served
  seq         INTEGER NOT NULL,
  at          TEXT    NOT NULL, -- RFC 3339, UTC
  event       TEXT    NOT NULL,
  session_id  INTEGER,
  request_id  TEXT,
  conn        INTEGER,
  tool        TEXT,
  actions     TEXT,             -- JSON list of action names
  end         TEXT,
  success     INTEGER,
  code        TEXT,
  reason      TEXT,
  duration_ms REAL,
  act         TEXT              -- JSON of page_audit, for what the user did
) STRICT;

CREATE INDEX IF NOT EXISTS audit_request ON audit (request_id);
