import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { pageOfSubject, SUBJECT_WORDS } from './subjects.ts';

/** The beginning of a UUID, which people compare; any other id in full. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(id) ? `${id.slice(0, 8)}…` : id;
}

/** Names the subject of a change, such as `rule:NO_GAMBLING`, as a kind with its name, and leads to its page. */
export function SubjectName({ of }: { of: string }) {
  const { t } = useWords();
  const colon = of.indexOf(':');
  const word = SUBJECT_WORDS[of.slice(0, colon)];
  const page = pageOfSubject(of);
  const name = (
    <bdi dir="ltr" title={of}>
      {word === undefined ? of : shortId(of.slice(colon + 1))}
    </bdi>
  );
  return (
    <>
      {word !== undefined && `${t(word)} `}
      {page === undefined ? name : <Link {...page}>{name}</Link>}
    </>
  );
}
