// Links come from strangers: each value is bounded, and becomes one argument of the program, which checks it.

const LEVEL = /^[a-z0-9_]{1,40}(\/[a-z0-9_]{1,40})?$/;
const VIEWS = /^[a-z0-9_:,]{1,120}$/;
const WHOLE = /^\d{1,19}$/;
const SECONDS = /^\d{1,3}(\.\d{1,4})?$/;

/**
 * The command line for the part of an address after `?`: `level=jump&seed=7&at=12.5&views=sweeps`.
 * A value that is not of its form is left out.
 */
export function commandLine(search) {
  const values = new URLSearchParams(search);
  const value = (name, form) => {
    const text = values.get(name);
    return text !== null && form.test(text) ? text : undefined;
  };
  const level = value("level", LEVEL);
  const options = [
    ["--seed", value("seed", WHOLE)],
    ["--at", level && value("at", SECONDS)],
    ["--views", level && value("views", VIEWS)],
  ];
  const given = options.filter(([, text]) => text !== undefined).flat();
  return ["dodgem", ...(level === undefined ? [] : ["play", level]), ...given];
}
