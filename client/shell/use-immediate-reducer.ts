import { useRef, useState } from 'react';

/** Unlike React's `useReducer`, `dispatch` returns the new state at once, so that a handler can act on it. */
export function useImmediateReducer<State, Event>(reduce: (state: State, event: Event) => State, begin: () => State) {
  const [state, setState] = useState(begin);
  const latest = useRef(state);

  function dispatch(event: Event): State {
    latest.current = reduce(latest.current, event);
    setState(latest.current);
    return latest.current;
  }

  return [state, dispatch] as const;
}
