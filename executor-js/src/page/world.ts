/** What every action of an executor shares; made once, by the executor. */
import type { Authorization } from "./authorization.js";
import type { FocusMemory } from "./focus-memory.js";
import type { NavigationWatch } from "./navigation-watch.js";
import type { PageMemory } from "./page-memory.js";
import type { SettleBounds } from "./settle.js";
import type { SnapshotManager } from "./snapshot-manager.js";
import type { Clock, ExecutorHost } from "./types.js";

export interface World {
  readonly host: ExecutorHost;
  readonly clock: Clock;
  readonly isSdkNode: (node: Node) => boolean;
  readonly authorization: Authorization;
  readonly snapshots: SnapshotManager;
  readonly memory: PageMemory;
  readonly navigation: NavigationWatch;
  readonly focus: FocusMemory;
  readonly settle: SettleBounds;
}
