"""A window of WebKitGTK that WebKitWebDriver opens: WIDTH HEIGHT SCRIPT. MiniBrowser is never narrower than 447 px."""
import sys
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

width, height, script = int(sys.argv[1]), int(sys.argv[2]), open(sys.argv[3], encoding='utf-8').read()
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(['en-US'])
window = Gtk.Window()


def create_view(_session):
    content = WebKit2.UserContentManager()
    frames, time = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    content.add_script(WebKit2.UserScript.new(script, frames, time, None, None))
    content.connect('script-message-received::complaint', complain)
    content.register_script_message_handler('complaint')
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, user_content_manager=content)
    view.connect('close', lambda _view: Gtk.main_quit())
    window.add(view)
    window.show_all()
    return view


def complain(_content, message):
    print(message.get_js_value().to_string(), flush=True)


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('Window')
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', start)
window.set_default_size(width, height)
Gtk.main()
print("the window is closed", flush=True)
