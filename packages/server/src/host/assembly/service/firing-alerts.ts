import type { ServiceStatus } from '@cardwright/contract';
import Type from 'typebox';
import { Value } from 'typebox/value';

const LIMIT_MS = 2_000;
const LIMIT_BYTES = 1024 * 1024;

const texts = Type.Record(Type.String(), Type.String());
const Answer = Type.Object({
  data: Type.Object({
    alerts: Type.Array(
      Type.Object({ labels: texts, annotations: texts, state: Type.String(), activeAt: Type.String() }),
    ),
  }),
});

/**
 * Reads the firing alerts from Prometheus, which evaluates deploy/prometheus/alerts.yaml. Never throws: the other parts of
 * the page do not depend on Prometheus.
 *
 * @param url CARDWRIGHT_PROMETHEUS_URL, for example `http://prometheus:9090/`
 */
export async function readFiringAlerts(url: string | undefined): Promise<ServiceStatus['alerts']> {
  if (url === undefined) return { source: 'none', firing: [] };
  try {
    const response = await fetch(new URL('api/v1/alerts', url), {
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'error',
    });
    const text = await response.text();
    const answer: unknown = response.ok && text.length <= LIMIT_BYTES ? JSON.parse(text) : undefined;
    if (!Value.Check(Answer, answer)) return { source: 'unreachable', firing: [] };
    const firing = answer.data.alerts.filter(({ state }) => state === 'firing');
    return { source: 'prometheus', firing: firing.map(toFiringAlert) };
  } catch {
    return { source: 'unreachable', firing: [] };
  }
}

function toFiringAlert({ labels, annotations, activeAt }: Type.Static<typeof Answer>['data']['alerts'][number]) {
  return {
    name: labels.alertname ?? '',
    severity: labels.severity ?? '',
    summary: annotations.summary ?? '',
    since: activeAt,
    ...(annotations.runbook !== undefined && { runbook: annotations.runbook }),
  };
}
