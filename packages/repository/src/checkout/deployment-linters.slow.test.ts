import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../source-tree.ts';

/** The first run downloads the linters from the registry. */
const WHOLE_MS = 900_000;

it(
  'linters have no finding in the Dockerfile, the compose file, the dashboard, and the chart as helm renders it',
  () => {
    const required = process.env.CI === undefined ? [] : ['--required'];
    const script = join(ROOT, 'scripts', 'check-deploy.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...required], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'))).toEqual([]);
    expect(status).toBe(0);
    if (stdout.includes('Not checked')) return;
    expect(stdout.split('\n').filter((line) => /^(?:pass|FAIL)/.test(line))).toEqual([
      'pass  dockerfile-utils, Dockerfile',
      'pass  compose specification, deploy/compose.yaml',
      'pass  types of Grafana 11.1.0, deploy/grafana/cardwright.json',
      'pass  helm lint, with the mandatory values',
      'pass  types of Kubernetes, 5 manifests of the chart with the mandatory values',
      'pass  helm lint, with all values',
      'pass  types of Kubernetes, 6 manifests of the chart with all values',
    ]);
  },
  WHOLE_MS,
);
