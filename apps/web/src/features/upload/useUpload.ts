import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { configQuery } from '../../common/api/queries.ts';
import { widgetTexts } from '../../common/explain.ts';
import { noteContact } from '../../common/session/activity.ts';
import { ping } from '../../common/session/ping.ts';
import { storedSessionId } from '../../common/session/store.ts';
import { currentGroup, renewGroup } from './group.ts';
import { emptyUpload, reduceUpload, type Upload } from './queue.ts';
import { sendFiles, UploadFailure } from './transport.ts';

export interface UploadControls {
  upload: Upload<File>;
  add: (files: File[]) => void;
  cancel: () => void;
  forget: () => void;
}

/** Runs the queue: what is queued is sent as one request as soon as none is under way. */
export function useUpload(): UploadControls {
  const [upload, dispatch] = useReducer(reduceUpload<File>, undefined, emptyUpload<File>);
  const { data: config, isError } = useQuery(configQuery);
  const running = useRef<{ cancel: () => void } | null>(null);
  const { files } = upload;
  // Where the configuration cannot be had, our own origin is the upload host that most likely answers.
  const host = config?.uploadUrl ?? (isError ? '' : undefined);

  useEffect(() => {
    if (host === undefined || running.current || !files.some((entry) => entry.state === 'queued')) return;
    const batch = files.map((entry) => entry.file);
    const request = sendFiles({
      host,
      sessionId: storedSessionId(),
      groupId: currentGroup(),
      files: batch,
      onProgress: (loaded, total) => dispatch({ do: 'progress', loaded, total, at: Date.now() }),
    });
    running.current = request;
    dispatch({ do: 'start' });
    request.answer
      .then((answer) => {
        running.current = null;
        if (answer.code === 'session_required') void ping();
        else noteContact();
        if (batch.length > 1) renewGroup();
        dispatch({ do: 'answer', answer, at: Date.now() });
      })
      .catch((error: unknown) => {
        running.current = null;
        if (error instanceof UploadFailure && error.status === 401) void ping();
        const message = error instanceof UploadFailure ? error.message : widgetTexts.invalidJson;
        dispatch({ do: 'fail', message, at: Date.now() });
      });
  }, [host, files]);

  useEffect(() => () => running.current?.cancel(), []);

  return {
    upload,
    add: (chosen) => dispatch({ do: 'add', files: chosen, at: Date.now() }),
    cancel: () => running.current?.cancel(),
    forget: () => dispatch({ do: 'forget' }),
  };
}
