"""A window of WebKitGTK that WebKitWebDriver opens: SCRIPT WIDTH HEIGHT. MiniBrowser is never narrower than 447 px."""
import sys
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

script = open(sys.argv[1], encoding='utf-8').read()
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(['en-US'])
window = Gtk.Window()


def create_view(_session):
    content = WebKit2.UserContentManager()
    frames, time = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    content.add_script(WebKit2.UserScript.new(script, frames, time, None, None))
    hear = lambda _content, message: print(message.get_js_value().to_string(), flush=True)
    content.connect('script-message-received::complaint', hear)
    content.register_script_message_handler('complaint')
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, user_content_manager=content)
    view.connect('close', lambda _view: Gtk.main_quit())
    window.add(view)
    window.show_all()
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('Window')
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', start)
window.set_default_size(int(sys.argv[2]), int(sys.argv[3]))
Gtk.main()
print("the window is closed", flush=True)
