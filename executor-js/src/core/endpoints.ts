/** Where the server's doors are, given the address that the host page configured. */
export interface Endpoints {
  /** Without a trailing slash. */
  readonly rest: string;
  /** The stream; never holds a token. */
  readonly stream: string;
}

/** Both doors lie below `/api`, whether or not the host wrote that part of the address itself. */
export function endpointsOf(serverUrl: string): Endpoints {
  const root = serverUrl.replace(/\/+$/, "").replace(/\/api(\/v1)?$/, "");
  return { rest: `${root}/api/v1`, stream: `${root.replace(/^http/i, "ws")}/api/ws/stream?client=embed` };
}
