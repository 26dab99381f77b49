CREATE TABLE IF NOT EXISTS sessions (
  id      INTEGER PRIMARY KEY,
  title   TEXT NOT NULL,
  source  TEXT NOT NULL,
  phase   TEXT NOT NULL,
  created TEXT NOT NULL,
  updated TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS messages (
  id           INTEGER PRIMARY KEY,
  session_id   INTEGER NOT NULL REFERENCES sessions (id),
  role         TEXT NOT NULL,
  content      TEXT NOT NULL,
  thinking     TEXT NOT NULL,
  tool_calls   TEXT NOT NULL, -- JSON
  tool_call_id TEXT NOT NULL,
  images       TEXT NOT NULL, -- JSON
  created      TEXT NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS messages_by_session ON messages (session_id, id);
