import type { ChangeRequest } from '@cardwright/contract';
import { MemberName } from '../../parts/decision/member-name.tsx';
import { ChangeTable } from '../../parts/table/change-table.tsx';
import { useWords } from '../../words/language.ts';

type Content = ChangeRequest['before'];

/** Shows the members that differ: the current content next to the requested content. */
export function ChangeContent({ before, after }: Pick<ChangeRequest, 'before' | 'after'>) {
  const { t } = useWords();
  const [was, is] = [flat(before), flat(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => (was.get(name) ?? '') !== (is.get(name) ?? ''),
  );
  const members = names.map((name) => ({
    key: name,
    name: <MemberName name={name} />,
    before: was.get(name) ?? '',
    after: is.get(name) ?? '',
  }));
  return <ChangeTable heading={t('approvals.what')} members={members} />;
}

/** The values of an object by their paths, such as `limits[0].max`. A list of texts is one value. */
function flat(content: Content): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const add = (path: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
      values.set(path, value.join(', '));
    } else if (typeof value === 'object') {
      for (const [name, member] of Object.entries(value)) {
        add(Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, member);
      }
    } else values.set(path, String(value));
  };
  add('', content);
  return values;
}
