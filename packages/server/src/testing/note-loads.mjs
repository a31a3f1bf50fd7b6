// Prints the OpenTelemetry packages that a process loads.
import { register } from 'node:module';

const HOOKS = `
import { writeSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('@opentelemetry/')) writeSync(2, 'loads ' + specifier + '\\n');
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
