import { useFieldLabel } from '../../parts/merchant/path-label.ts';
import { FaultText } from '../../parts/page/findings.tsx';
import type { FieldFinding } from './findings.ts';

/** What the server found at a field, in the language of the page, with the labels of other fields that it names. */
export function FindingText({ code, message }: FieldFinding) {
  const label = useFieldLabel();
  return (
    <bdi>
      <FaultText code={code} message={message.replace(/\b[a-z]+(?:[A-Z][a-z]*)+\b/g, label)} />
    </bdi>
  );
}
