/** A caller whose credentials are published, as in the sandbox. */
export interface PublishedCaller {
  readonly clientId: string;
  /** The credentials in the form of HTTP Basic. */
  readonly credentials: string;
  readonly scopes: readonly string[];
}

/** The settings that the server passes to the page (assembly/docs.ts of the server). */
export interface PageSettings {
  readonly operatorPrefix: string;
  readonly tokenPath: string;
  /** Empty if requests cannot be sent from the page. */
  readonly callers: readonly PublishedCaller[];
}

export async function readSettings(): Promise<PageSettings> {
  const answer = await fetch('/docs/settings.json');
  if (!answer.ok) throw new Error(`settings: ${answer.status}`);
  return answer.json();
}
