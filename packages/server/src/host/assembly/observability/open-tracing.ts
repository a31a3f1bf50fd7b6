import type { Logger } from 'pino';
import { recordSpans } from '../../../platform/kernel/spans.ts';
import type { Settings } from '../../configuration/settings.ts';

/** Tells a collector what takes time, from now on. Where no collector is named, nothing of it is loaded. */
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
