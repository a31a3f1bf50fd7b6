import type { RestOperation } from '../operation.ts';
import type { Components, Json } from './components.ts';
import { contentOf, type NamedExamples } from './examples.ts';
import { tagOf } from './operation-names.ts';
import { problemSchema } from './problem.ts';
import { type RefusalOfStatus, referToOne } from './refusals.ts';

/** Statuses with codes that differ by operation. The codes are next to the reference. */
const VARIED = ['NotFound', 'Conflict'];
/** Statuses for which many operations have their own example. The operations of a group share a component. */
const GROUPS_WITH_EXAMPLE = ['BadRequest', 'Conflict'];

/**
 * Describes the refusals of a plain JSON operation: a problem for every status, as a reference to a shared response.
 */
export function referToRefusal(operation: RestOperation, repeated: Json | undefined, components: Components) {
  const schema = problemSchema(components);
  const type = 'application/problem+json';
  if (repeated !== undefined) {
    const description = 'Refused; error_code identifies the error, and the headers are repeated';
    return referToOne(components, 'RefusedRepeating', { description, headers: repeated, schema, type });
  }
  return ({ name, codes, description, ofAll, examples = {} }: RefusalOfStatus): Json => {
    const [example] = Object.values(examples) as { value: { error_code: string } }[];
    const ofGroup = example !== undefined && GROUPS_WITH_EXAMPLE.includes(name);
    const called = ofGroup ? operation.id : example?.value.error_code;
    const content = contentOf(
      schema,
      called === undefined ? undefined : ({ [called]: example } as NamedExamples),
      type,
    );
    if (!ofGroup && !VARIED.includes(name)) {
      const fullDescription = codes.length === 0 ? ofAll : `${name}: ${description}`;
      return components.response([name, ...codes].join('-'), { description: fullDescription, content });
    }
    const component = ofGroup ? `${name}.${tagOf(operation)}` : name;
    const reference = components.response(component, { description: ofAll, content });
    return codes.length === 0 ? reference : { ...reference, description };
  };
}
