import type { OriginDocument } from '@websign/contract';
import { Link } from 'react-router';
import { FileName } from '../../common/ui/file-name.tsx';
import { type HistoryView, searchOf } from './view.ts';

/** The name of what a document is a safe copy of, as the way to its details. */
export function OriginLink({ origin, view }: { origin: OriginDocument; view: HistoryView }) {
  return (
    <Link className="govgr-link" to={{ search: searchOf({ ...view, row: origin.document }) }}>
      <FileName name={origin.name} />
    </Link>
  );
}
