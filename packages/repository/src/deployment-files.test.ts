import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readSettings } from '../../server/src/host/configuration/settings.ts';
import { filesUnder, ROOT, read } from './source-tree.ts';

// biome-ignore lint/suspicious/noExplicitAny: the files have many shapes
type Parsed = any;

const CHART = 'deploy/helm/cardwright';
const UNIT = 'deploy/systemd/cardwright.service';
const files = ['Dockerfile', '.dockerignore', ...filesUnder('deploy')];
const templates = files.filter((path) => path.startsWith(`${CHART}/templates/`));
const defaults = readSettings({});
const { version } = JSON.parse(read('package.json'));
/** The drain time in production, plus the time that a server needs to finish after it. */
const LONGEST_STOP_S = 15;

/** A file with one document, or the first document. */
function yaml(path: string): Parsed {
  const documents = parseAllDocuments(
    path.startsWith(`${CHART}/templates/`) ? withoutActions(read(path)) : read(path),
    {
      merge: true,
    },
  ) as { errors: Error[]; toJS(): unknown }[];
  expect(
    documents.flatMap(({ errors }) => errors.map(String)),
    path,
  ).toEqual([]);
  return documents[0]?.toJS();
}

/** A template of the chart with all branches, and with a word for each value. */
function withoutActions(template: string): string {
  return template
    .replace(/^ *\{\{-? (?:if|else|end|with|range|toYaml|include|define)\b[^\n]*\}\}\n/gm, '')
    .replace(/\{\{-? [^}]*\}\}/g, 'x');
}

function assignments(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z][A-Z_0-9]*)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
}

const compose = yaml('deploy/compose.yaml');
const values = yaml(`${CHART}/values.yaml`);
const dockerfile = read('Dockerfile');
const deployment = yaml(`${CHART}/templates/deployment.yaml`);
const [container] = deployment.spec.template.spec.containers;

describe('the deployment files', () => {
  it('are valid in their formats', () => {
    const parsed = files.filter((path) => /\.ya?ml$/.test(path)).map((path) => [path, yaml(path)]);
    expect(parsed.length).toBeGreaterThan(10);
    expect(parsed.filter(([, content]) => content === undefined || content === null)).toEqual([]);
    for (const path of files.filter((file) => file.endsWith('.json')))
      expect(JSON.parse(read(path)), path).toBeTypeOf('object');
  });

  it('contain existing settings with values that a server accepts', () => {
    const named = files.flatMap((path) =>
      [...read(path).matchAll(/\bCARDWRIGHT_[A-Z_0-9]+\b/g)].map(([name]) => ({ path, name })),
    );
    // Excludes variables of the compose file itself.
    const unknown = named.filter(({ name }) => !(name in defaults) && name !== 'CARDWRIGHT_VERSION');
    expect(unknown, 'Write it as host/configuration/settings.ts does').toEqual([]);

    const unit = readSettings(assignments(read('deploy/systemd/cardwright.env')));
    expect([unit.CARDWRIGHT_MODE, unit.PORT, unit.CARDWRIGHT_OPERATOR_PORT]).toEqual(['production', 8080, 9464]);
    const gateway = readSettings(compose.services['gateway-one'].environment);
    expect([gateway.CARDWRIGHT_TRUSTED_PROXIES, gateway.CARDWRIGHT_OPERATOR_HOST]).toEqual([
      [compose.services.haproxy.networks.front.ipv4_address],
      '0.0.0.0',
    ]);
    readSettings(values.settings);
  });

  it('request paths that are served', () => {
    const served = ['app', 'paths/operator-paths']
      .flatMap((name) => [...read(`packages/server/src/host/assembly/${name}.ts`).matchAll(/\bapp\.get\('([^']+)'/g)])
      .map(([, path]) => path);
    const paths = files.flatMap((path) =>
      [...read(path).matchAll(/(?:path: |GET |path: '|\/path: )(\/(?:[a-z]+z|metrics))\b/g)].map(([, name]) => name!),
    );
    expect(new Set(paths)).toEqual(new Set(['/healthz', '/readyz', '/metrics']));
    expect(paths.filter((path) => !served.includes(path))).toEqual([]);
    const probed = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet.path);
    expect(probed).toEqual(['/healthz', '/healthz', '/readyz']);
  });

  it('agree on ports, users, versions and times', () => {
    expect(dockerfile).toContain(`PORT=${defaults.PORT} `);
    expect(dockerfile).toContain(`EXPOSE ${values.service.port} ${values.metrics.port}\n`);
    expect(values.service.port).toBe(defaults.PORT);
    const [gateways, proxy] = yaml('deploy/prometheus/prometheus.yml').scrape_configs;
    const port = compose.services['gateway-one'].environment.CARDWRIGHT_OPERATOR_PORT;
    expect(gateways.static_configs[0].targets).toEqual([`gateway-one:${port}`, `gateway-two:${port}`]);
    expect(Number(port)).toBe(values.metrics.port);
    const haproxy = read('deploy/haproxy/haproxy.cfg');
    expect([...haproxy.matchAll(/^ {2}server \w+ (\S+)$/gm)].map(([, at]) => at)).toEqual([
      `gateway-one:${defaults.PORT}`,
      `gateway-two:${defaults.PORT}`,
    ]);
    expect(haproxy).toContain(`bind :${proxy.static_configs[0].targets[0].split(':')[1]}\n`);
    expect(/^USER (\d+):\d+$/m.exec(dockerfile)?.[1]).toBe(
      /runAsUser: (\d+)/.exec(read(`${CHART}/templates/_helpers.tpl`))?.[1],
    );
    const chart = yaml(`${CHART}/Chart.yaml`);
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
    expect(compose.services.migrate.image).toBe(`cardwright:\${CARDWRIGHT_VERSION:-${version}}`);
    const stops = [
      deployment.spec.template.spec.terminationGracePeriodSeconds,
      Number.parseInt(compose.services['gateway-one'].stop_grace_period, 10),
      Number(/^TimeoutStopSec=(\d+)$/m.exec(read(UNIT))?.[1]),
    ];
    expect(stops.filter((seconds) => !(seconds > LONGEST_STOP_S))).toEqual([]);
  });

  it('require a token on the metrics port, which Prometheus sends', () => {
    const gateway = readSettings(compose.services['gateway-one'].environment);
    expect(gateway.CARDWRIGHT_OPERATOR_TOKEN_FILE).toBe('/etc/cardwright/operator-token');
    const [gateways] = yaml('deploy/prometheus/prometheus.yml').scrape_configs;
    const { credentials_file: credentials } = gateways.authorization;
    expect(compose.services.prometheus.volumes).toContain(`./etc/operator-token:${credentials}:ro`);
  });

  it('pin a digest for every image that they do not build', () => {
    const named: string[] = Object.values(compose.services).map(({ image }: Parsed) => image);
    const others = named.filter((image) => !image.startsWith('cardwright:'));
    expect(others.length).toBeGreaterThan(3);
    expect(others.filter((image) => !/^\$\{[A-Z]+_IMAGE:-[a-z/]+:[\w.-]+\}$/.test(image))).toEqual([]);
    const values = assignments(read('deploy/compose.env'));
    const defaultOf = ([, name, image]: RegExpMatchArray) => [name, image];
    const defaults = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+_IMAGE):-([^}]+)\}/g)].map(defaultOf);
    expect(defaults.filter(([name, image]) => values[name!] !== image)).toEqual([]);
    const bases = [...dockerfile.matchAll(/^FROM \$\{(\w+)\}/gm)].map(([, base]) => base);
    expect(bases).toEqual(['BUILD_IMAGE', 'BASE_IMAGE']);
    const args = [...dockerfile.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(defaultOf);
    expect(args.map(([name, image]) => values[name!] === image)).toEqual([true, true]);
  });

  it('run the server as a release does, never as root, and on a read-only file system', () => {
    const start = / (--max-semi-space-size=\d+)/.exec(read('scripts/release/build-release.mjs'))?.[1];
    expect(dockerfile).toContain(`ENTRYPOINT ["/opt/cardwright/runtime/node", "${start}"]\nCMD ["server.js"]\n`);
    expect(read(UNIT)).toContain(`ExecStart=/opt/cardwright/runtime/node ${start} /opt/cardwright/server.js\n`);
    expect(read(UNIT)).toMatch(/^User=cardwright$/m);
    expect(compose.services['gateway-two'].read_only).toBe(true);
    expect(read(`${CHART}/templates/_helpers.tpl`)).toContain('readOnlyRootFilesystem: true');
    expect(yaml(`${CHART}/templates/migrate.yaml`).spec.template.spec.containers[0].args).toEqual([
      'cardwright.js',
      'migrate',
    ]);
  });

  it('give Grafana the data source and the dashboard of its version', () => {
    const dashboard = read('deploy/grafana/cardwright.json');
    const [source] = yaml('deploy/grafana/provisioning/datasources/prometheus.yaml').datasources;
    const used = [...dashboard.matchAll(/"datasource": \{\s*"type": "(\w+)",\s*"uid": "(\w+)"/g)];
    expect(used.length).toBeGreaterThan(10);
    expect(new Set(used.map(([, type, uid]) => `${type} ${uid}`))).toEqual(new Set([`${source.type} ${source.uid}`]));
    expect(source.url).toBe('http://prometheus:9090');
    const [provider] = yaml('deploy/grafana/provisioning/dashboards/cardwright.yaml').providers;
    const { image, volumes } = compose.services.grafana;
    expect(volumes).toContain(`./grafana/cardwright.json:${provider.options.path}/cardwright.json:ro`);
    const { dependencies } = JSON.parse(read('deploy/check/package.json'));
    expect(image).toContain(`:${dependencies['@grafana/schema']}}`);
  });

  it('name files that exist, or that an operator creates', () => {
    const services: { volumes?: string[] }[] = Object.values(compose.services);
    const mounted = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!));
    const own = mounted.filter((path) => path.startsWith('./') && !/^\.\/etc\b/.test(path));
    expect(own.length).toBeGreaterThan(4);
    expect(own.filter((path) => !existsSync(join(ROOT, 'deploy', path)))).toEqual([]);
    const names = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)[:}]/g)].map(([, name]) => name!);
    const defined = Object.keys(assignments(read('deploy/compose.env')));
    expect(new Set(names.filter((name) => name !== 'CARDWRIGHT_VERSION'))).toEqual(new Set(defined));
    const copied = [...dockerfile.matchAll(/^COPY (deploy\S+)/gm)].map(([, path]) => path!);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('the values of the chart', () => {
  const check = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(read(`${CHART}/values.schema.json`)));
  const findings = (overrides: object) => {
    check({ ...values, ...overrides });
    return (check.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
  };

  it('match its schema', () => {
    expect(findings({})).toEqual([]);
    expect(findings({ replicas: 0 })).toEqual(['/replicas minimum']);
    expect(findings({ settings: { CARDWRIGHT_KEY_FILE: 'keys.json' } })).toContain('/settings propertyNames');
    expect(findings({ replica: 3 })).toEqual([' additionalProperties']);
  });

  it('match what its templates use', () => {
    const used = templates.flatMap((path) =>
      [...read(path).matchAll(/\.Values\.([A-Za-z._]+)/g)].map(([, name]) => name!),
    );
    const of = (name: string) => name.split('.').reduce<Parsed>((value, member) => value?.[member], values);
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used)].filter((name) => of(name) === undefined)).toEqual([]);
  });
});
