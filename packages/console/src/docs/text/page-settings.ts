/** Somebody whose credentials are published, as the sandbox does. */
export interface PublishedCaller {
  readonly clientId: string;
  /** As HTTP Basic takes them. */
  readonly credentials: string;
  readonly scopes: readonly string[];
}

/** What this server says to its page (assembly/docs.ts of the server). */
export interface PageSettings {
  readonly operatorPrefix: string;
  readonly tokenPath: string;
  /** None where nothing can be tried from the page. */
  readonly callers: readonly PublishedCaller[];
}

export async function readSettings(): Promise<PageSettings> {
  const answer = await fetch('/docs/settings.json');
  if (!answer.ok) throw new Error(`settings: ${answer.status}`);
  return answer.json();
}
