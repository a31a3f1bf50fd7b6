const WITH_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;
const EXAMPLE = 'such as postgres://user@a.example.com:5432,b.example.com:5432/cardwright';
const TARGET = 'target_session_attrs';
/**
 * Values of libpq's `target_session_attrs`. They mean the same for Cardwright, which writes and so never connects to a
 * standby.
 */
const WRITABLE = ['read-write', 'primary'];

/**
 * Returns a URL for each host of a database, in the same order. Throws a sentence that follows the name of the setting.
 * Other forms that the driver accepts, such as a folder, stay unchanged.
 */
export function hostUrls(url: string): readonly string[] {
  if (!/^postgres(ql)?:/.test(url)) return [url];
  const [, login, hostList, rest] = WITH_HOSTS.exec(url) ?? [];
  if (login === undefined || hostList === undefined || rest === undefined) throw new Error(`must be a URL ${EXAMPLE}`);
  const hosts = hostList.split(',');
  const urls = hosts.map((host, at) => urlOfHost(`${login}${host}${rest}`, `host ${at + 1} of ${hosts.length}`));
  // unchanged, because the driver accepts more than a URL allows
  if (hosts.length === 1 && !rest.includes(TARGET)) return [url];
  if (hosts.includes('')) throw new Error(`has an empty host name: it must be a URL ${EXAMPLE}`);
  const twice = hosts.find((host, at) => hosts.indexOf(host) !== at);
  if (twice !== undefined) throw new Error(`names the host ${twice} twice`);
  return urls.map(withoutTarget);
}

/** Parses the URL of a host. The error does not quote the text, which may contain a part of the password. */
function urlOfHost(text: string, which: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new Error(`has a host, port or login that cannot be read (${which}): it must be a URL ${EXAMPLE}`);
}

function withoutTarget(url: URL): string {
  const target = url.searchParams.get(TARGET);
  if (target !== null && !WRITABLE.includes(target)) {
    throw new Error(`sets ${TARGET}=${target}: Cardwright needs write access, so it must be ${WRITABLE[0]}`);
  }
  if (url.searchParams.has('host') || url.searchParams.has('port')) {
    throw new Error(`has hosts as parameters: with ${TARGET} or several hosts, put them before the database name`);
  }
  url.searchParams.delete(TARGET);
  return url.href;
}
