import './history.css';
import './details.css';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { HistoryDetails } from './HistoryDetails.tsx';
import { HistoryList } from './HistoryList.tsx';
import { readView } from './view.ts';

/** HIS-1, HIS-2: the list, or the details of one of its documents; the address says which. */
export function HistoryPage() {
  const [search] = useSearchParams();
  const view = readView(search);
  // Whoever comes back from the details stands where they left the list.
  const opened = useRef<string | null>(null);
  if (view.row !== null) opened.current = view.row;
  return (
    <div className="ws-container">
      {view.row === null ? (
        <HistoryList view={view} returnTo={opened} />
      ) : (
        <HistoryDetails key={view.row} id={view.row} view={view} />
      )}
    </div>
  );
}
