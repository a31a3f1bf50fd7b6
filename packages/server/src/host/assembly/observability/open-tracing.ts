import type { Logger } from 'pino';
import { recordSpans } from '../../../platform/kernel/spans.ts';
import type { Settings } from '../../configuration/settings.ts';

/** Starts to send traces to the collector. Without a collector, loads no tracing code. */
export async function openTracing(settings: Settings, logger: Logger): Promise<{ close(): Promise<void> } | undefined> {
  const { CARDWRIGHT_TRACING_URL: url, CARDWRIGHT_TRACING_RATIO: ratio } = settings;
  if (url === undefined) return undefined;
  const { createSpans } = await import('./otel-spans.ts');
  const { spans, close } = createSpans({ url, ratio, logger });
  recordSpans(spans);
  return {
    close: async () => {
      recordSpans(undefined);
      await close();
    },
  };
}
