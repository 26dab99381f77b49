/**
 * The authorization centre (seed 8.7): what the user has allowed, here and at earlier visits, what the host page may
 * propose, and how both end. Only the user raises a level; the host can only tighten.
 */
import type { Levels } from "../client/levels.js";
import type { AuthorizationLevel } from "../page/types.js";
import { type GrantScope, type Grants, grantKey } from "./grants.js";
import type { Settings } from "./options.js";
import type { State } from "./store.js";

export interface AuthorityOptions {
  readonly levels: Levels;
  /** Makes requests wait until this has settled. */
  hold(until: Promise<void>): void;
  readonly grants: Grants;
  readonly settings: Pick<Settings, "serverUrl" | "agentId" | "allow" | "level">;
  readonly origin: string;
  readonly state: State;
}

export class Authority {
  #user: number | undefined;
  #key: string | undefined;
  /** The entry in the storage that `full` rests on, as long as it does. */
  #restsOn: string | undefined;
  /** The user has said no to what the host proposes. */
  #declined = false;

  readonly #o: AuthorityOptions;

  constructor(o: AuthorityOptions) {
    this.#o = o;
    this.#propose();
  }

  /** The server has said who the user is. What another user allowed is gone, what this one allowed before is back. */
  identify(userId: number): void {
    if (userId === this.#user) {
      return;
    }
    const { levels, grants, settings, origin } = this.#o;
    const changed = this.#user !== undefined;
    this.#user = userId;
    const scope: GrantScope = { ...settings, origin, userId };
    const key = (this.#key = grantKey(scope));
    if (changed) {
      this.#restsOn = undefined;
      this.#declined = false;
      levels.choose("per_action", "identity_change");
    }
    if (levels.current === "full") {
      this.#keep(key); // chosen before it was known by whom
    } else if ((settings.level === undefined || settings.level === "full") && grants.has(key)) {
      this.#o.hold(
        grants.holds(key).then((holds) => {
          if (holds && this.#key === key && levels.current !== "full") {
            this.#restsOn = key;
            this.#o.state.kept = true;
            levels.restore("full");
            this.#propose();
          }
        }),
      );
    }
  }

  /** The user chose a level. */
  choose(level: AuthorizationLevel, reason: "user" | "host" = "user"): void {
    const { levels } = this.#o;
    this.#declined ||= level === "per_action";
    if (level !== "full") {
      this.#forget();
    } else if (levels.current !== "full") {
      this.#keep(this.#key);
    }
    levels.choose(level, reason);
    this.#propose();
  }

  /** The user takes everything back. */
  revoke(): void {
    this.#forget();
    this.#declined = true;
    this.#o.levels.revoke("user");
    this.#propose();
  }

  /** The user accepts what the host page proposes. */
  accept(): void {
    const { proposal } = this.#o.state;
    if (proposal !== undefined) {
      this.choose(proposal, "host");
    }
  }

  /** The user does not want it; it is not proposed again on this page. */
  decline(): void {
    this.#declined = true;
    this.#propose();
  }

  /** The level may have changed; with the end of a task, what the host proposes can be proposed for the next one. */
  refresh(): void {
    this.#propose();
  }

  /**
   * Looks whether `full` still stands where it was stored. Another tab may have revoked it; a page that removes it
   * only makes its visitors be asked again.
   */
  verify(): void {
    const key = this.#restsOn;
    if (key !== undefined && !this.#o.grants.has(key)) {
      this.#restsOn = undefined;
      this.#o.state.kept = false;
      this.#o.levels.revoke("other_tab");
      this.#propose();
    }
  }

  #keep(key: string | undefined): void {
    const { grants, levels, state } = this.#o;
    state.kept = undefined;
    if (key === undefined) {
      return;
    }
    void grants.keep(key).then((kept) => {
      if (levels.current === "full" && this.#key === key) {
        this.#restsOn = kept ? key : undefined;
        state.kept = kept;
      } else {
        grants.forget(key); // taken back while it was being stored
      }
    });
  }

  #forget(): void {
    this.#restsOn = undefined;
    this.#o.state.kept = undefined;
    if (this.#key !== undefined) {
      this.#o.grants.forget(this.#key);
    }
  }

  #propose(): void {
    const { settings, levels, state } = this.#o;
    const { level } = settings;
    const wanted = level === "task" || level === "full" ? level : undefined;
    const open = wanted !== undefined && !this.#declined && levels.current === "per_action";
    state.proposal = open ? wanted : undefined;
  }
}
