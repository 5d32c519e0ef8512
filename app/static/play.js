// What JavaScript adds; every page works without it. On the move page a choice fetches the same address
// and swaps the parts that changed, so that nothing jumps; keys, dragging and a memory come on top.

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const store = {
  // Some people forbid pages to remember anything.
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* then not */ } },
  remove(key) { try { localStorage.removeItem(key); } catch { /* then not */ } },
};

// --- choosing without a reload -----------------------------------------------------------------------

let asking = null;

async function go(address) {
  asking?.abort();
  asking = new AbortController();
  let page;
  try {
    const answer = await fetch(address, { signal: asking.signal });
    if (answer.redirected) address = answer.url;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!find("main", page)) throw new Error("not a page of ours");
    tellTimes(page);
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
    return;
  }
  history.replaceState(null, "", address);
  document.title = page.title;
  show(page);
}

function show(page) {
  const parts = all("[data-part]");
  if (!parts.length || parts.some(part => !find(same(part), page))) {
    // The move has been made, here or elsewhere: the page says what was played.
    find("main").replaceWith(find("main", page));
    begin();
    const heading = find("main h1");
    heading.tabIndex = -1;
    heading.focus();
    scrollTo(0, 0);
    return;
  }
  const anchor = document.activeElement?.closest("[data-space], [data-name]");
  const before = anchor?.getBoundingClientRect();
  const box = find(".board");
  const seen = { left: box?.scrollLeft, whole: find(".whole input")?.checked, said: find("#message")?.value };
  for (const part of parts) {
    const fresh = find(same(part), page);
    if (fresh.outerHTML !== part.outerHTML) part.replaceWith(fresh);
  }
  if (find("[data-said]")) find("[data-said]").textContent = find("[data-said]", page).textContent;
  if (find(".whole input")) find(".whole input").checked = seen.whole;
  offerWhole();
  if (box) find(".board").scrollLeft = seen.left;
  if (seen.said && find("#message")) {
    find("#message").value = seen.said;
    find("#message").closest("details").open = true;
  }
  if (anchor) keepInPlace(anchor, before);
  reveal();
}

const same = part => `[data-part="${part.dataset.part}"]`;

// The board may have grown by a row or a column: what was clicked stays under the finger.
function keepInPlace(old, before) {
  const { space, name } = old.dataset;
  const now = find(space ? `[data-space="${space}"]` : `[data-name="${name}"]`) ?? find(".board");
  now.focus({ preventScroll: true });
  if (!space || !now.dataset.space) return;
  const after = now.getBoundingClientRect();
  find(".board").scrollLeft += after.left - before.left;
  scrollBy(0, after.top - before.top);
}

function offerWhole() {
  const box = find(".board");
  const fits = box && box.scrollWidth <= box.clientWidth;
  if (find(".whole")) find(".whole").hidden = fits && !find(".whole input").checked;
}

const laidSpace = () => find(`[data-space="${new URLSearchParams(location.search).get("at")}"]`);

// The board's box shows the tile that is being laid, else the last move, else its middle.
function reveal(centre = false) {
  const box = find(".board");
  if (!box) return;
  const target = laidSpace() ?? find("[data-marked]", box);
  const frame = box.getBoundingClientRect();
  const { left, right } = (target ?? find("svg", box)).getBoundingClientRect();
  if (!centre && (!target || (left >= frame.left && right <= frame.right))) return;
  box.scrollLeft += (left + right - frame.left - frame.right) / 2;
}

document.addEventListener("click", event => {
  const link = event.target.closest("[data-part] a[href]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const href = link.getAttribute("href");
  const here = new URL(href, location).pathname === location.pathname || link.closest("[data-replay]");
  if (href.startsWith("#") || !here) return;
  event.preventDefault();
  // Not every browser focuses what is clicked; a key leaves the focus where it is.
  if (event.detail || document.activeElement === document.body) link.focus({ preventScroll: true });
  const held = find("[data-tile][data-held]");
  const way = held && link.dataset.space && wayWith(held.dataset.tile, link.dataset.space);
  go(way ? way.getAttribute("href") : href);
});

document.addEventListener("change", event => {
  const { form, value, name } = event.target;
  if (form?.closest("[data-replay]")) go(`${form.action}?${name}=${value}`);
});

// --- putting a tile of the display onto a space ------------------------------------------------------

function wayWith(tile, space) {
  const now = find("[data-fills][aria-current]")?.dataset.fills.split(" ") ?? [];
  const kept = way => way.dataset.fills.split(" ").filter(fill => now.includes(fill)).length;
  const ways = all("[data-fills]").filter(way => way.dataset.fills.split(" ").includes(`${tile}@${space}`));
  return ways.sort((one, other) => kept(other) - kept(one))[0];
}

document.addEventListener("pointerdown", down => {
  const tile = down.target.closest("[data-part] [data-tile]");
  if (!tile || down.button || !find("[data-fills]")) return;
  down.preventDefault();
  tile.setPointerCapture(down.pointerId);
  const move = event => {
    tile.dataset.dragged = "";
    tile.style.translate = `${event.clientX - down.clientX}px ${event.clientY - down.clientY}px`;
  };
  const end = up => {
    tile.removeEventListener("pointermove", move);
    const far = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) > 8;
    const below = document.elementsFromPoint(up.clientX, up.clientY).find(each => each.closest("[data-space]"));
    delete tile.dataset.dragged;
    tile.style.translate = "";
    if (far) {
      const way = up.type === "pointerup" && below && wayWith(tile.dataset.tile, below.closest("[data-space]").dataset.space);
      if (way) go(way.getAttribute("href"));
      return;
    }
    const held = "held" in tile.dataset;
    all("[data-held]").forEach(each => delete each.dataset.held);
    if (!held) tile.dataset.held = "";
  };
  tile.addEventListener("pointermove", move);
  tile.addEventListener("pointerup", end, { once: true });
  tile.addEventListener("pointercancel", end, { once: true });
});

// --- keys --------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const here = event.target.closest("a[data-space]");
  const meant = how => find(`[data-${how}~="${CSS.escape(event.key)}"]`);
  if (event.key in ARROWS && here) nextSpace(here, ARROWS[event.key])?.focus();
  else if (event.key in ARROWS && event.target.closest(".board, .scroll")) return;
  else if (meant("keys")) meant("keys").click();
  else if (meant("focus-keys")) meant("focus-keys").focus();
  else if (event.key in ARROWS && find("a[data-space]")) (laidSpace() ?? middleSpace()).focus();
  else return;
  event.preventDefault();
});

function nextSpace(from, [right, down]) {
  const [x, y] = from.dataset.space.split(",").map(Number);
  const distance = link => {
    const [toX, toY] = link.dataset.space.split(",").map(Number);
    const ahead = (toX - x) * right + (toY - y) * down;
    return ahead > 0 ? ahead + 2 * Math.abs((toX - x) * down + (toY - y) * right) : Infinity;
  };
  const links = all("a[data-space]").filter(link => distance(link) < Infinity);
  return links.sort((one, other) => distance(one) - distance(other))[0];
}

// Where the arrow keys enter the board: the space nearest to the middle of what is seen of it.
function middleSpace() {
  const middle = element => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [x, y] = middle(find(".board"));
  const distance = link => Math.hypot(middle(link)[0] - x, middle(link)[1] - y);
  return all("a[data-space]").sort((one, other) => distance(one) - distance(other))[0];
}

// --- forms: sent once, with the zone of this device --------------------------------------------------

addEventListener("submit", event => {
  const form = event.target;
  if (form.method !== "post") return;
  if ("sent" in form.dataset) return event.preventDefault();
  form.dataset.sent = "";
  if (find("[data-kept]")) store.remove(`choice ${find("[data-kept]").dataset.kept}`);
  setTimeout(() => all("button", form).forEach(button => { button.disabled = true; }));
});
addEventListener("pageshow", event => {
  if (!event.persisted) return;
  for (const form of all("form[data-sent]")) {
    delete form.dataset.sent;
    all("button", form).forEach(button => { button.disabled = false; });
  }
});

document.addEventListener("click", event => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  // Only a page that came over HTTPS may write to the clipboard; elsewhere the link is selected at least.
  navigator.clipboard?.writeText(field.value).then(() => { button.textContent = button.dataset.done; });
});

// --- what is there when a page opens -----------------------------------------------------------------

function guess(select, own) {
  if (select && all("option", select).some(option => option.value === own)) select.value = own;
}

// If we do not know where somebody is, their device does. In brackets stands how far away a time is.
function tellTimes(page) {
  if (!("zoneUnknown" in page.body.dataset)) return;
  const language = page.documentElement.lang;
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const said = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, parts);
  const place = said.resolvedOptions().timeZone.split("/").pop().replaceAll("_", " ");
  for (const time of all("time", page)) {
    time.textContent = time.textContent.replace(/^[^(]*/, `${said.format(new Date(time.dateTime))} ${place} `);
  }
}

function begin() {
  tellTimes(document);
  guess(find("#zone[data-guess]"), Intl.DateTimeFormat().resolvedOptions().timeZone);

  const guide = find("[data-guide]");
  if (guide && store.get("guide")) guide.open = false;
  // The click comes before the change.
  guide?.firstElementChild.addEventListener("click", () => guide.open ? store.set("guide", "closed") : store.remove("guide"));

  const keep = find("[data-keep]");
  if (keep) store.set(`choice ${keep.dataset.keep}`, keep.dataset.choice);
  const kept = find("[data-kept]");
  const choice = kept && store.get(`choice ${kept.dataset.kept}`);
  if (choice && !location.search) {
    find("a", kept).href = `?${choice}`;
    kept.hidden = false;
  }
  offerWhole();
  reveal(true);
}

// A tab that was left open asks whether its turn is still there.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && find("[data-part]")) go(location.href);
});

begin();
