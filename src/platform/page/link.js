// The links of the page: its address names what to open, and the game copies such addresses.

/** Letters of a link that are handed on; the game refuses those of its limit and more with a message. */
const MOST_LETTERS = 16000;

/**
 * The command line for an address: the game reads and checks the part after `?` and `#` itself.
 * @param {{origin: string, pathname: string, search: string, hash: string}} place such as `location`
 */
export function commandLine({ origin, pathname, search, hash }) {
  const link = (search + hash).slice(0, MOST_LETTERS);
  const opens = link.length > 1 ? [`--link=${link}`] : [];
  return ["dodgem", "play", "--page", origin + pathname, ...opens];
}

/** Puts a text into the clipboard; where the browser refuses, shows it to be copied by hand. */
export function copyText(text) {
  const byHand = () => window.prompt("The browser did not let the game copy this. Copy it by hand:", text);
  // Without a secure connection there is no clipboard.
  if (navigator.clipboard) navigator.clipboard.writeText(text).catch(byHand);
  else byHand();
}
